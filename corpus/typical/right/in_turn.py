import cuda.tile as ct


# A fixed number of blocks takes the tiles in turn.
@ct.kernel
def in_turn(x, out, T: ct.Constant[int]):
    for i in range(ct.bid(0), ct.num_tiles(out, axis=0, shape=(T,)), ct.num_blocks(0)):
        ct.store(out, index=(i,), tile=ct.sqrt(ct.load(x, index=(i,), shape=(T,))))
