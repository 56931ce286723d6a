"""The loop level: arrays' operations as loops over their elements, before these are differentiated."""
