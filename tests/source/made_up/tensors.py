"""Arrays of elements of four bytes, as a host library has them."""


class Tensor:
    dtype, __dlpack__, is_on_host = "torch.int32", None, False

    def __init__(self, elements, address=1 << 30, step=1):
        self.memory, self.address, self.step = list(elements), address, step
        self.elements = self.memory[::step]
        self.shape = (len(self.elements),)

    def stride(self):
        return (self.step,)

    def as_strided(self, shape, _):
        return Tensor(self.memory[:shape[0]], self.address)

    def element_size(self):
        return 4

    def storage_offset(self):
        return 0

    def untyped_storage(self):
        return self

    def data_ptr(self):
        return self.address

    def nbytes(self):
        return 4 * len(self.memory)

    def is_contiguous(self):
        return self.step == 1

    def numel(self):
        return len(self.elements)

    @property
    def device(self):
        return type("Device", (), {"type": "cuda", "index": 0})

    def detach(self):
        return self

    def cpu(self):
        return self

    def reshape(self, _):
        return self

    def tolist(self):
        return self.elements
