package io.sluice.loader.regions;

import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Functions on the keys of regions. */
final class RegionKeys {
    private RegionKeys() {}

    /** Returns the start key in a region's name: the part between the first and the last comma. */
    static byte[] startKey(byte[] regionName) {
        int first = 0;
        while (first < regionName.length && regionName[first] != ',') {
            first++;
        }
        int last = regionName.length - 1;
        while (last > first && regionName[last] != ',') {
            last--;
        }
        return first >= last ? new byte[0] : Arrays.copyOfRange(regionName, first + 1, last);
    }

    /** Returns a key about half way between two keys, or null if the end is open or there is no key between them. */
    static byte @Nullable [] middle(byte[] start, byte[] end) {
        if (end.length == 0) {
            return null;
        }
        int length = Math.max(start.length, end.length) + 1;
        BigInteger low = new BigInteger(1, Arrays.copyOf(start, length));
        BigInteger high = new BigInteger(1, Arrays.copyOf(end, length));
        byte[] sum = low.add(high).shiftRight(1).toByteArray();
        byte[] middle = new byte[length];
        int copied = Math.min(length, sum.length);
        System.arraycopy(sum, sum.length - copied, middle, length - copied, copied);
        // Shortens the key as long as it still lies between the two.
        for (int shorter = 1; shorter <= length; shorter++) {
            byte[] prefix = Arrays.copyOf(middle, shorter);
            if (Arrays.compareUnsigned(prefix, start) > 0 && Arrays.compareUnsigned(prefix, end) < 0) {
                return prefix;
            }
        }
        return null;
    }
}
