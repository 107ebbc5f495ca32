package io.sluice;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Spreads growing row keys over regions by prefixing a number that is computed from the key, so a key has the same salt
 * in each run and each program. The loader's {@code --salt} writes the same keys, so a program reads such a row by the
 * key that {@link #salted} returns.
 *
 * <p>The salt of a key, in 32-bit arithmetic that wraps around: {@code h = 1}, then {@code h = 31 * h + b} for each
 * byte {@code b}, from -128 to 127; {@code m = h * 0x9E3779B9}; {@code s = m XOR (m >>> 15)}, the shift filling with
 * zeros; the salt is {@code s} modulo the number of salts, never negative. It is written in decimal digits, with zeros
 * in front so that all salts have the length of the largest one, then comes a hyphen and the key. This will not change.
 *
 * <p>Thread-safe.
 */
public final class RowSalt {
    private static final int MAX = 1_000;

    private final int salts;
    private final int digits;

    private RowSalt(int salts) {
        this.salts = salts;
        digits = Integer.toString(salts - 1).length();
    }

    /**
     * Returns a salt with this number of values.
     *
     * @throws IllegalArgumentException if it is not between 2 and 1000
     */
    public static RowSalt of(int salts) {
        if (salts < 2 || salts > MAX) {
            throw new IllegalArgumentException("a salt has 2 to " + MAX + " values, not " + salts);
        }
        return new RowSalt(salts);
    }

    /** Returns {@code key} with its salt and a hyphen in front, in a new array. */
    public byte[] salted(byte[] key) {
        byte[] prefix = prefix(Math.floorMod(spread(Arrays.hashCode(key)), salts));
        byte[] salted = Arrays.copyOf(prefix, prefix.length + 1 + key.length);
        salted[prefix.length] = '-';
        System.arraycopy(key, 0, salted, prefix.length + 1, key.length);
        return salted;
    }

    /** Returns the keys at which to split a table so that each region holds one salt: all salts but the first. */
    public List<byte[]> splitKeys() {
        List<byte[]> keys = new ArrayList<>();
        for (int salt = 1; salt < salts; salt++) {
            keys.add(prefix(salt));
        }
        return keys;
    }

    private byte[] prefix(int salt) {
        String number = Integer.toString(salt);
        return ("0".repeat(digits - number.length()) + number).getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * The hash of an array grows with its last byte: without this step, neighbouring keys would have consecutive salts.
     */
    private static int spread(int hash) {
        int mixed = hash * 0x9E3779B9;
        return mixed ^ mixed >>> 15;
    }
}
