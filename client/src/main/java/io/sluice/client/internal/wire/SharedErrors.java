package io.sluice.client.internal.wire;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The exceptions of one answer, one object for all that have the same bytes: thousands of mutations fail with one text
 * when a region is gone. Only the latest few texts are remembered; texts with a row in them never repeat.
 */
final class SharedErrors {
    private static final int REMEMBERED = 8;

    private final int[] starts = new int[REMEMBERED];
    private final int[] lengths = new int[REMEMBERED];
    private final @Nullable IOException[] errors = new IOException[REMEMBERED];
    private int next;

    /** Forgets everything, before another answer. */
    void clear() {
        Arrays.fill(errors, null);
    }

    /** Reads the {@code NameBytesPair} that the reader stands before. */
    IOException read(ProtoReader reader) throws MalformedMessageException {
        int outer = reader.enter();
        int start = reader.position();
        int length = reader.remaining();
        IOException error = find(reader, start, length);
        if (error == null) {
            error = parse(reader);
            starts[next] = start;
            lengths[next] = length;
            errors[next] = error;
            next = (next + 1) % REMEMBERED;
        }
        reader.leave(outer);
        return error;
    }

    private @Nullable IOException find(ProtoReader reader, int start, int length) {
        for (int i = 0; i < REMEMBERED; i++) {
            if (lengths[i] == length && errors[i] != null && same(reader.array(), starts[i], start, length)) {
                return errors[i];
            }
        }
        return null;
    }

    private static boolean same(byte[] array, int one, int other, int length) {
        return Arrays.equals(array, one, one + length, array, other, other + length);
    }

    private static IOException parse(ProtoReader reader) throws MalformedMessageException {
        String className = "";
        String text = "";
        for (int field = reader.next(); field != 0; field = reader.next()) {
            switch (field) {
                case Fields.PAIR_NAME -> className = reader.firstLine();
                case Fields.PAIR_VALUE -> text = reader.firstLine();
                default -> reader.skip();
            }
        }
        return RemoteErrors.inBody(className, text);
    }
}
