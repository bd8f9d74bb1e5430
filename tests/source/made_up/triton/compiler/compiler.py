"""The back end, which changes nothing."""


class _Backend:
    def parse_options(self, options):
        return options

    def load_dialects(self, context):
        pass

    def get_codegen_implementation(self, options):
        return {}

    def get_module_map(self):
        return {}

    def make_ttir(self, module, metadata, options, capability):
        return module


def make_backend(target):
    return _Backend()
