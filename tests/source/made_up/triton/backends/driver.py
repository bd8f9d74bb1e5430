"""What a driver is derived from."""


class DriverBase:
    pass
