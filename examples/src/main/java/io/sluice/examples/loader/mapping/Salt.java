package io.sluice.examples.loader.mapping;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Spreads keys that grow over regions: digits before the key that come from the key itself, so that the same key has the
 * same salt in every run. Thread-safe.
 */
public final class Salt {
    /** No salt. */
    public static final Salt NONE = new Salt(0);

    private static final int MAX = 1_000;

    private final int salts;
    private final int digits;

    private Salt(int salts) {
        this.salts = salts;
        digits = Integer.toString(Math.max(0, salts - 1)).length();
    }

    /** Returns a salt of that many values. */
    public static Salt of(int salts) {
        if (salts < 2 || salts > MAX) {
            throw new IllegalArgumentException("a salt has 2 to " + MAX + " values, not " + salts);
        }
        return new Salt(salts);
    }

    /** Returns {@code key} behind its salt and a hyphen. */
    public byte[] salted(byte[] key) {
        if (salts == 0) {
            return key;
        }
        byte[] prefix = prefix(Math.floorMod(spread(Arrays.hashCode(key)), salts));
        byte[] salted = Arrays.copyOf(prefix, prefix.length + 1 + key.length);
        salted[prefix.length] = '-';
        System.arraycopy(key, 0, salted, prefix.length + 1, key.length);
        return salted;
    }

    /** Returns the keys at which a table is to be split so that each region holds one salt. */
    public List<String> splitKeys() {
        List<String> keys = new ArrayList<>();
        for (int salt = 1; salt < salts; salt++) {
            keys.add(new String(prefix(salt), StandardCharsets.US_ASCII));
        }
        return keys;
    }

    private byte[] prefix(int salt) {
        String number = Integer.toString(salt);
        return ("0".repeat(digits - number.length()) + number).getBytes(StandardCharsets.US_ASCII);
    }

    /** The hash of an array grows with its last byte: without this, neighbours would follow each other through the salts. */
    private static int spread(int hash) {
        int mixed = hash * 0x9E3779B9;
        return mixed ^ mixed >>> 15;
    }
}
