package io.sluice;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The attributes by which HBase's {@code VisibilityController} and {@code AccessController} protect the cells of a
 * mutation. Their values are messages of HBase's {@code Client.proto} and {@code AccessControl.proto}.
 */
final class CellSecurity {

    /** {@code VisibilityConstants.VISIBILITY_LABELS_ATTR_KEY}. */
    static final String VISIBILITY_ATTRIBUTE = "VISIBILITY";

    /** {@code AccessControlConstants.OP_ATTRIBUTE_ACL}. */
    static final String ACL_ATTRIBUTE = "acl";

    private static final int VARINT = 0;
    private static final int DELIMITED = 2;

    /** Of the length of an array. */
    private static final int MAX_LENGTH_BYTES = 5;

    private static final int VISIBILITY_EXPRESSION = 1;

    private static final int USERS_USER_PERMISSIONS = 1;
    private static final int USER_PERMISSIONS_USER = 1;
    private static final int USER_PERMISSIONS_PERMISSIONS = 2;
    private static final int PERMISSION_TYPE = 1;
    private static final int PERMISSION_TYPE_GLOBAL = 1;
    private static final int PERMISSION_GLOBAL = 2;
    private static final int GLOBAL_ACTION = 1;

    private CellSecurity() {}

    /** A {@code CellVisibility}. */
    static byte[] visibility(CellVisibility visibility) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        text(message, VISIBILITY_EXPRESSION, visibility.getExpression());
        return message.toByteArray();
    }

    /**
     * Reads a {@code CellVisibility}: its one field and nothing else.
     *
     * @throws DeserializationException if the bytes are no such message
     */
    static CellVisibility visibility(byte[] message) throws DeserializationException {
        int textAt = startOfText(message);
        if (message.length == 0 || message[0] != tag(VISIBILITY_EXPRESSION, DELIMITED) || textAt < 0) {
            throw new DeserializationException("not a CellVisibility: " + Excerpt.of(message));
        }
        return new CellVisibility(new String(message, textAt, message.length - textAt, StandardCharsets.UTF_8));
    }

    /** Where the text of a message with one field starts; negative if its length is not that of the rest. */
    private static int startOfText(byte[] message) {
        long length = 0;
        for (int at = 1; at < message.length && at <= MAX_LENGTH_BYTES; at++) {
            length |= (message[at] & 0x7fL) << (7 * (at - 1));
            if (message[at] >= 0) {
                return length == message.length - at - 1 ? at + 1 : -1;
            }
        }
        return -1;
    }

    /** A {@code UsersAndPermissions}. The order of users means nothing; it is HBase's, so that the bytes are equal. */
    static byte[] acl(Map<String, Permission> permissions) {
        Map<String, Permission> ordered = new HashMap<>();
        // Not by putAll, which chooses another capacity and with it another order.
        permissions.forEach(ordered::put);
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        ordered.forEach((user, permission) -> {
            ByteArrayOutputStream entry = new ByteArrayOutputStream();
            text(entry, USER_PERMISSIONS_USER, user);
            nested(entry, USER_PERMISSIONS_PERMISSIONS, permission(permission));
            nested(message, USERS_USER_PERMISSIONS, entry);
        });
        return message.toByteArray();
    }

    private static ByteArrayOutputStream permission(Permission permission) {
        ByteArrayOutputStream actions = new ByteArrayOutputStream();
        for (Permission.Action action : permission.getActions()) {
            number(actions, GLOBAL_ACTION, action.ordinal());
        }
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        number(message, PERMISSION_TYPE, PERMISSION_TYPE_GLOBAL);
        nested(message, PERMISSION_GLOBAL, actions);
        return message;
    }

    private static void text(ByteArrayOutputStream out, int field, String value) {
        bytes(out, field, value.getBytes(StandardCharsets.UTF_8));
    }

    private static void nested(ByteArrayOutputStream out, int field, ByteArrayOutputStream message) {
        bytes(out, field, message.toByteArray());
    }

    private static void bytes(ByteArrayOutputStream out, int field, byte[] value) {
        out.write(tag(field, DELIMITED));
        int rest = value.length;
        while (rest > 0x7f) {
            out.write((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
        out.writeBytes(value);
    }

    /** Writes a number below 128. */
    private static void number(ByteArrayOutputStream out, int field, int value) {
        out.write(tag(field, VARINT));
        out.write(value);
    }

    private static int tag(int field, int type) {
        return (field << 3) | type;
    }
}
