package io.sluice.hbase.programs;

import java.util.Map;

/** How the connection of a program writes. */
public enum Way {
    /** Everything is written by HBase's client. */
    STOCK(Map.of()),
    /** Buffered mutators write through Sluice. */
    SLUICE(Map.of(Way.CONNECTION, "io.sluice.hbase.SluiceConnection")),
    /** Tables write through Sluice, too. */
    SLUICE_TABLES(Map.of(Way.CONNECTION, "io.sluice.hbase.SluiceConnection", "sluice.hbase.table.writes", "true")),
    /** Like {@link #SLUICE}, but some mutations are lost, so that a program that verifies its data must fail. */
    LOSING(Map.of(Way.CONNECTION, "io.sluice.hbase.programs.LosingConnection")),
    /** All mutations are lost: what the program takes without a client. */
    NOTHING(Map.of(
            Way.CONNECTION, "io.sluice.hbase.programs.LosingConnection", LosingConnection.LOST, "" + Long.MAX_VALUE));

    private static final String CONNECTION = "hbase.client.connection.impl";

    private final Map<String, String> settings;

    Way(Map<String, String> settings) {
        this.settings = settings;
    }

    Map<String, String> settings() {
        return settings;
    }
}
