package io.sluice.client.internal.meta;

import io.sluice.client.internal.net.RpcAnswer;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.ProtoReader;
import io.sluice.internal.cell.CellReader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** {@code TableState.State} of HBase; the order is that of the numbers on the wire. */
enum TableState {
    ENABLED,
    DISABLED,
    DISABLING,
    ENABLING;

    /**
     * Reads the answer to {@link MetaMessages#getState}.
     *
     * @return null if the table has no state, that is, does not exist
     * @throws MalformedMessageException if the answer is not what it should be
     */
    static @Nullable TableState parse(RpcAnswer answer) throws MalformedMessageException {
        CellReader cell = new CellReader(answer.cells(), 0, answer.cells().length);
        try {
            if (!cell.next()) {
                return null;
            }
        } catch (IllegalStateException e) {
            throw new MalformedMessageException("Malformed table state: " + e.getMessage());
        }
        ProtoReader reader = new ProtoReader(
                Arrays.copyOfRange(cell.array(), cell.valueOffset(), cell.valueOffset() + cell.valueLength()));
        if (!reader.seek(1)) {
            throw new MalformedMessageException("Malformed table state: empty");
        }
        long number = reader.varint();
        if (number < 0 || number >= values().length) {
            throw new MalformedMessageException("Malformed table state: number " + number);
        }
        return values()[(int) number];
    }
}
