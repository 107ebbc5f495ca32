package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.Map;

/** Fields that are repeated {@code NameBytesPair}s, by field number below 16. */
final class Attributes {
    private Attributes() {}

    /** Bytes of all attributes as fields of a message. */
    static long size(Map<String, byte[]> attributes) {
        if (attributes.isEmpty()) {
            return 0;
        }
        long size = 0;
        for (Map.Entry<String, byte[]> attribute : attributes.entrySet()) {
            size += Varint.delimitedSize(pairSize(ByteBufUtil.utf8Bytes(attribute.getKey()), attribute.getValue()));
        }
        return size;
    }

    static void write(ByteBuf out, int field, Map<String, byte[]> attributes) {
        if (attributes.isEmpty()) {
            return;
        }
        for (Map.Entry<String, byte[]> attribute : attributes.entrySet()) {
            write(out, field, attribute.getKey(), attribute.getValue());
        }
    }

    static void write(ByteBuf out, int field, String name, byte[] value) {
        int nameLength = ByteBufUtil.utf8Bytes(name);
        Varint.writeDelimiter(out, field, pairSize(nameLength, value));
        Varint.writeDelimiter(out, Fields.PAIR_NAME, nameLength);
        // The buffer has exactly the room it needs: Netty must not ask for three bytes a character.
        ByteBufUtil.reserveAndWriteUtf8(out, name, nameLength);
        Varint.writeBytes(out, Fields.PAIR_VALUE, value);
    }

    private static int pairSize(int nameLength, byte[] value) {
        return Math.addExact(Varint.delimitedSize(nameLength), Varint.delimitedSize(value.length));
    }
}
