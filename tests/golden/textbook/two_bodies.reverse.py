def f_grad(x, v):
    # forward sweep
    saved = []
    x_1 = 0.0
    v_1 = 0.1
    for _ in range(4):
        distance = x - x_1
        distance_squared = distance**2
        force = 2.5 / distance_squared
        saved.append((distance, distance_squared, force))
        v_1 = v_1 + 0.02 * force
        v = v + 0.2 * -force
        x_1 = x_1 + 0.1 * v_1
        x = x + 0.1 * v
    # reverse sweep
    v_bar = 2 * v * 0.25  # line 28: planet.v**2
    x_bar = x
    v_bar_1 = 0.0
    x_bar_1 = x_1
    for distance, distance_squared, force in reversed(saved):
        v_bar += 0.1 * x_bar_1  # line 16: dt * self.v
        v_bar_1 += 0.1 * x_bar
        force_bar = 0.02 * v_bar_1 - 0.2 * v_bar  # line 13: dt / self.mass * force
        distance_squared_bar = force * (force_bar / distance_squared) * (2 * distance)
        x_bar_1 -= distance_squared_bar
        x_bar += distance_squared_bar
    return x_bar_1, v_bar
