package io.sluice.bench.allocator;

/** The allocators that are measured. */
public enum BlockContender {
    SLUICE("sluice") {
        @Override
        BlockSource open(int blockBytes, int maxFree) {
            return new SluiceBlocks(blockBytes, maxFree);
        }
    },
    NEW_ARRAY("new byte[]") {
        @Override
        BlockSource open(int blockBytes, int maxFree) {
            return new NewArrays(blockBytes);
        }
    },
    NETTY("netty") {
        @Override
        BlockSource open(int blockBytes, int maxFree) {
            return NettyHeapBuffers.pooled(blockBytes);
        }
    },
    NETTY_ADAPTIVE("netty, adaptive") {
        @Override
        BlockSource open(int blockBytes, int maxFree) {
            return NettyHeapBuffers.adaptive(blockBytes);
        }
    },
    ION("ion-java") {
        @Override
        BlockSource open(int blockBytes, int maxFree) {
            return com.amazon.ion.impl.bin.IonBlocks.of(blockBytes);
        }
    },
    ION_OLD("ion-java (old)") {
        @Override
        BlockSource open(int blockBytes, int maxFree) {
            return OldIon.open(blockBytes);
        }
    },
    KAFKA("kafka-clients") {
        @Override
        BlockSource open(int blockBytes, int maxFree) {
            return new KafkaBuffers(blockBytes, maxFree);
        }
    },
    THREAD_LISTS("a list per thread (floor)") {
        @Override
        BlockSource open(int blockBytes, int maxFree) {
            return new ThreadLists(blockBytes);
        }
    };

    private final String title;

    BlockContender(String title) {
        this.title = title;
    }

    /** The name in tables. */
    public String title() {
        return title;
    }

    /** @param maxFree number of free blocks kept, if that can be set */
    abstract BlockSource open(int blockBytes, int maxFree);
}
