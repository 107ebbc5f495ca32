package io.sluice.bench.put;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The kinds of Puts: a row of 16 bytes, column {@code f:q}, a value of 100 bytes. */
public enum PutContender {
    SLUICE("sluice") {
        @Override
        public io.sluice.Put build(byte[] row, byte[] value) {
            return new io.sluice.Put(row).addColumn(FAMILY, QUALIFIER, value);
        }
    },
    HBASE("hbase-client") {
        @Override
        public org.apache.hadoop.hbase.client.Put build(byte[] row, byte[] value) {
            return new org.apache.hadoop.hbase.client.Put(row).addColumn(FAMILY, QUALIFIER, value);
        }
    };

    private static final int VALUE_BYTES = 100;
    private static final byte[] FAMILY = {'f'};
    private static final byte[] QUALIFIER = {'q'};

    private final String title;

    PutContender(String title) {
        this.title = title;
    }

    /** The name in tables. */
    public String title() {
        return title;
    }

    /** Builds a Put. */
    public abstract Object build(byte[] row, byte[] value);

    /** A new row. */
    public static byte[] row() {
        return "row-000000000042".getBytes(StandardCharsets.US_ASCII);
    }

    /** A new value. */
    public static byte[] value() {
        byte[] value = new byte[VALUE_BYTES];
        Arrays.fill(value, (byte) 'v');
        return value;
    }
}
