"""A gradient that was emitted once, is committed, and runs where s2sad is not installed.

    s2sad emit examples/logistic_regression.py:loss --argnums weights --standalone \\
        --types "weights=float64[:],features=float64[:,:],labels=float64[:]" \\
        -o examples/logistic_regression_grad.py

wrote the module that `main` imports, which is shown below. With `--check` the command says whether it is out of date,
with `--force` it writes it anew. What a change of the loss does to its gradient is seen in version control.
"""

import numpy as np


def loss(weights, features, labels, penalty=0.1):
    """The negative logarithm of the likelihood; labels are 1 and -1."""
    margins = labels * (features @ weights)
    return np.sum(np.logaddexp(0.0, -margins)) + 0.5 * penalty * np.sum(weights * weights)


def fitted(gradient, features, labels, steps=200, rate=2.0):
    """The weights by gradient descent."""
    weights = np.zeros(features.shape[1])
    for _ in range(steps):
        weights = weights - rate / len(labels) * gradient(weights, features, labels)
    return weights


def main():
    from logistic_regression_grad import loss_grad  # here, since it is made from this file

    rng = np.random.default_rng(0)
    truth = np.array([1.5, -2.0, 0.5])
    features = rng.normal(size=(2000, 3))
    labels = np.where(rng.uniform(size=2000) < 1.0 / (1.0 + np.exp(-features @ truth)), 1.0, -1.0)
    weights = fitted(loss_grad, features, labels)
    right = np.mean(np.sign(features @ weights) == labels)
    print(f"loss at zero      {loss(np.zeros(3), features, labels):.6f}")
    print(f"loss              {loss(weights, features, labels):.6f}")
    print(f"norm of gradient  {np.linalg.norm(loss_grad(weights, features, labels)):.1e}")
    print(f"weights           {np.array2string(weights, precision=4)} for {truth}")
    print(f"labels foretold   {right:.4f}")


if __name__ == "__main__":
    main()
