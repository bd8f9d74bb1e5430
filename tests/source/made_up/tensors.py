"""Arrays of 32-bit integers, as a host library has them."""


class Tensor:
    dtype, __dlpack__ = "torch.int32", None

    def __init__(self, elements, address=1 << 30):
        self.elements, self.address = list(elements), address
        self.shape = (len(self.elements),)

    def stride(self):
        return (1,)

    def element_size(self):
        return 4

    def storage_offset(self):
        return 0

    def untyped_storage(self):
        return self

    def data_ptr(self):
        return self.address

    def nbytes(self):
        return 4 * len(self.elements)

    @property
    def device(self):
        return type("Device", (), {"type": "cuda"})

    def detach(self):
        return self

    def cpu(self):
        return self

    def reshape(self, _):
        return self

    def tolist(self):
        return self.elements
