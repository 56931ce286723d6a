"""Newton's method on a function of which only the value is written down: derivatives are taken inside of a loop.

The bond's yield is then differentiated itself, through the loop and through the derivative in it. What is right is
known: by the implicit function theorem it is -(dprice/dcoupon) / (dprice/dyield).
"""

import s2sad


def bond_price(rate: float, coupon: float):
    """The price of a bond of ten years that pays a coupon each year, and 100 at the end."""
    price = 0.0
    for year in range(1, 11):
        price += coupon / (1.0 + rate) ** year
    return price + 100.0 / (1.0 + rate) ** 10


price_and_slope = s2sad.value_and_grad(bond_price)


def bond_yield(coupon: float, price: float):
    """The rate at which the bond has this price."""
    rate = 0.05
    for _ in range(8):
        value, slope = price_and_slope(rate, coupon)
        rate -= (value - price) / slope
    return rate


def main():
    coupon, price = 4.0, 97.0
    rate = bond_yield(coupon, price)
    by_coupon, by_price = s2sad.grad(bond_yield, argnums=(0, 1))(coupon, price)
    slope, slope_by_coupon = s2sad.grad(bond_price, argnums=(0, 1))(rate, coupon)
    print(f"yield                {rate:.15f}")
    print(f"price at this yield  {bond_price(rate, coupon):.12f}\n")
    print(f"{'':18}  {'through the loop':>20}  {'implicit function':>20}")
    print(f"{'d yield / d coupon':18}  {by_coupon:20.15f}  {-slope_by_coupon / slope:20.15f}")
    print(f"{'d yield / d price':18}  {by_price:20.15f}  {1.0 / slope:20.15f}")


if __name__ == "__main__":
    main()
