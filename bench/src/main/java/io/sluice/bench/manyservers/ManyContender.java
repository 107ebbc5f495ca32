package io.sluice.bench.manyservers;

import io.sluice.bench.nullserver.RegionSpread;
import io.sluice.bench.writer.Target;

/** A client that is measured. */
enum ManyContender {
    SLUICE("sluice") {
        @Override
        ManyClient open(Target target, RegionSpread spread) throws Exception {
            return new SluiceManyClient(target);
        }
    },
    HBASE_ASYNC("hbase-client async") {
        @Override
        ManyClient open(Target target, RegionSpread spread) throws Exception {
            return new HBaseManyClient(target, spread);
        }
    };

    private final String title;

    ManyContender(String title) {
        this.title = title;
    }

    /** The name in tables. */
    String title() {
        return title;
    }

    /** @param spread how the regions of the large table are spread */
    abstract ManyClient open(Target target, RegionSpread spread) throws Exception;
}
