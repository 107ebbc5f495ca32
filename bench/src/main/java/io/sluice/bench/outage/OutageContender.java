package io.sluice.bench.outage;

import java.util.Map;

/** A client that is measured. */
enum OutageContender {
    SLUICE("sluice") {
        @Override
        OutageClient open(Map<String, String> settings, int tables) throws Exception {
            return new SluiceOutageClient(settings, tables);
        }
    },
    HBASE_ASYNC("hbase-client async") {
        @Override
        OutageClient open(Map<String, String> settings, int tables) throws Exception {
            return new HBaseOutageClient(settings, tables);
        }
    };

    private final String title;

    OutageContender(String title) {
        this.title = title;
    }

    /** The name in tables. */
    String title() {
        return title;
    }

    abstract OutageClient open(Map<String, String> settings, int tables) throws Exception;
}
