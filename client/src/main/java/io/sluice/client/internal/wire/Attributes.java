package io.sluice.client.internal.wire;

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
            size += ProtoWriter.delimitedSize(
                    pairSize(ByteBufUtil.utf8Bytes(attribute.getKey()), attribute.getValue()));
        }
        return size;
    }

    static void write(ProtoWriter out, int field, Map<String, byte[]> attributes) {
        if (attributes.isEmpty()) {
            return;
        }
        for (Map.Entry<String, byte[]> attribute : attributes.entrySet()) {
            write(out, field, attribute.getKey(), attribute.getValue());
        }
    }

    static void write(ProtoWriter out, int field, String name, byte[] value) {
        int nameLength = ByteBufUtil.utf8Bytes(name);
        out.delimiter(field, pairSize(nameLength, value));
        out.string(Fields.PAIR_NAME, name, nameLength);
        out.bytes(Fields.PAIR_VALUE, value);
    }

    private static int pairSize(int nameLength, byte[] value) {
        return Math.addExact(ProtoWriter.delimitedSize(nameLength), ProtoWriter.delimitedSize(value.length));
    }
}
