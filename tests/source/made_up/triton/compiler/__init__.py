"""Sources: a kernel's function is called with its constants, and names a file of TTIR."""


class ASTSource:
    def __init__(self, fn, signature, constants, attrs):
        self.fn, self.signature, self.constants, self.attrs = fn, signature, constants, attrs

    def parse_options(self):
        return {}

    def make_ir(self, target, options, codegen_fns, module_map, context):
        given = [self.constants.get((at,)) for at in range(len(self.signature))]
        with open(self.fn.fn(*given), encoding="utf-8") as file:
            return file.read()
