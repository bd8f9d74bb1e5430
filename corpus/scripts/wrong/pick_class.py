"""The score of each token's class; tokens with the label -100 are ignored, but the kernel is told another label."""
import torch
import triton
import triton.language as tl


@triton.jit
def pick_class(scores, labels, out, tokens, classes, ignored):
    token = tl.program_id(0).to(tl.int64)
    label = tl.load(labels + token)
    if label == ignored:
        tl.store(out + token, 0.0)
        return
    tl.store(out + token, tl.load(scores + token * classes + label))


for tokens, classes in ((4, 30), (7, 100)):
    scores = torch.rand(tokens, classes)
    labels = torch.tensor([-100] + [classes - 1] * (tokens - 1))
    out = torch.empty(tokens)
    pick_class[(tokens,)](scores, labels, out, tokens, classes, -1)
