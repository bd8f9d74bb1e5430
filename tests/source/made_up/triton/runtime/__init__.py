"""What the made-up Triton launches with."""


class _Driver:
    active = None

    def set_active(self, active):
        self.active = active


driver = _Driver()
