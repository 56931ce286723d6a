"""What lowering a piece of a function asks of the modules above: everything in Python may stand within everything.

A call may open a function whose body is statements, in which expressions call. So this module itself is what lowering is
given as `dispatch`: the one place where all of these functions are known, each by its own name, and those that lower syntax
by the class of its node.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from s2sad.frontend.around_steps import around_steps, yields_body
from s2sad.frontend.attributes import expr_Attribute, read_member
from s2sad.frontend.augmented_assignment import stmt_AugAssign
from s2sad.frontend.branches import learn
from s2sad.frontend.call_resolution import call_constant
from s2sad.frontend.calls import call_function, call_value, expr_Call
from s2sad.frontend.choices import expr_BoolOp, expr_IfExp, stmt_If, tested
from s2sad.frontend.class_data import class_data
from s2sad.frontend.class_dispatch import truth
from s2sad.frontend.closures import constant_function, materialise_function
from s2sad.frontend.comparisons import expr_Compare
from s2sad.frontend.comprehensions import collect, expr_DictComp, expr_SetComp, written_out
from s2sad.frontend.constant_objects import made_at_run_time
from s2sad.frontend.container_literals import (
    as_item,
    dict_of_pairs,
    display,
    expr_Dict,
    expr_JoinedStr,
    expr_Set,
    joined_dicts,
    one_object,
    repeated_list,
)
from s2sad.frontend.derivatives import transformed
from s2sad.frontend.exceptions import stmt_Try
from s2sad.frontend.expressions import (
    expr_BinOp,
    expr_Constant,
    expr_Lambda,
    expr_Name,
    expr_NamedExpr,
    expr_UnaryOp,
    known_truth,
)
from s2sad.frontend.function_objects import as_object, function_of_object
from s2sad.frontend.generator_zips import changes_any, numbered_lazily, reached_from, zipped_lazily
from s2sad.frontend.generators import collected, each_item, expr_GeneratorExp, expr_Yield, expr_YieldFrom
from s2sad.frontend.imports import stmt_Import, stmt_ImportFrom
from s2sad.frontend.inlining import call_instance, run_program
from s2sad.frontend.inner_jacobians import call_derived
from s2sad.frontend.iterators import check_once, stepped
from s2sad.frontend.keyed_dicts import keyed_object
from s2sad.frontend.loops import stmt_For, stmt_While
from s2sad.frontend.marker_calls import marked, stmt_With
from s2sad.frontend.materialise import materialise
from s2sad.frontend.nested_classes import stmt_ClassDef
from s2sad.frontend.object_comparisons import compared
from s2sad.frontend.object_records import may_change
from s2sad.frontend.object_texts import formatted, text_filled_in
from s2sad.frontend.object_variables import (
    attributes_and_flags,
    attributes_of,
    by_method,
    iterated,
    object_attribute,
    opened,
    own_attribute,
    set_attribute,
    snapshot,
)
from s2sad.frontend.objects_or_none import tuple_or_none
from s2sad.frontend.plain_calls import plain_call
from s2sad.frontend.returned import returned
from s2sad.frontend.stand_ins import overloaded
from s2sad.frontend.statements import (
    bind_target,
    stmt_AnnAssign,
    stmt_Assert,
    stmt_Assign,
    stmt_Delete,
    stmt_Expr,
    stmt_FunctionDef,
    stmt_Pass,
    stmt_Raise,
)
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.storage_methods import fill_in, viewed
from s2sad.frontend.stores import learn_stored, put_item, store_into
from s2sad.frontend.subscripts import expr_Slice, expr_Subscript
from s2sad.frontend.try_steps import statements as block
from s2sad.frontend.user_iterators import items_by_index, items_of_iterator
from s2sad.frontend.varying_values import value_varies

Ways = Mapping[type, Callable[..., Any]]
STATEMENTS: Ways = {
    ast.AnnAssign: stmt_AnnAssign,
    ast.Assert: stmt_Assert,
    ast.Assign: stmt_Assign,
    ast.AugAssign: stmt_AugAssign,
    ast.ClassDef: stmt_ClassDef,
    ast.Delete: stmt_Delete,
    ast.Expr: stmt_Expr,
    ast.For: stmt_For,
    ast.FunctionDef: stmt_FunctionDef,
    ast.If: stmt_If,
    ast.Import: stmt_Import,
    ast.ImportFrom: stmt_ImportFrom,
    ast.Pass: stmt_Pass,
    ast.Raise: stmt_Raise,
    ast.Try: stmt_Try,
    ast.While: stmt_While,
    ast.With: stmt_With,
    ast.Global: stmt_Pass,
    ast.Nonlocal: stmt_Pass,
}
EXPRESSIONS: Ways = {
    ast.Attribute: expr_Attribute,
    ast.BinOp: expr_BinOp,
    ast.BoolOp: expr_BoolOp,
    ast.Call: expr_Call,
    ast.Compare: expr_Compare,
    ast.Constant: expr_Constant,
    ast.Dict: expr_Dict,
    ast.DictComp: expr_DictComp,
    ast.GeneratorExp: expr_GeneratorExp,
    ast.IfExp: expr_IfExp,
    ast.JoinedStr: expr_JoinedStr,
    ast.Lambda: expr_Lambda,
    ast.List: display,
    ast.ListComp: collect,
    ast.Name: expr_Name,
    ast.NamedExpr: expr_NamedExpr,
    ast.Set: expr_Set,
    ast.SetComp: expr_SetComp,
    ast.Slice: expr_Slice,
    ast.Subscript: expr_Subscript,
    ast.Tuple: display,
    ast.UnaryOp: expr_UnaryOp,
    ast.Yield: expr_Yield,
    ast.YieldFrom: expr_YieldFrom,
}
