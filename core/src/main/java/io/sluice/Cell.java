package io.sluice;

/**
 * One cell as a writer sees it: row, family, qualifier, timestamp, type and value, each of the byte parts as a slice of
 * an array. The arrays are not copies and must not be changed.
 */
public interface Cell {

    /** The array that contains the row. */
    byte[] getRowArray();

    /** Where the row starts in its array. */
    int getRowOffset();

    /** Bytes of the row. */
    short getRowLength();

    /** The array that contains the family. */
    byte[] getFamilyArray();

    /** Where the family starts in its array. */
    int getFamilyOffset();

    /** Bytes of the family. */
    byte getFamilyLength();

    /** The array that contains the qualifier. */
    byte[] getQualifierArray();

    /** Where the qualifier starts in its array. */
    int getQualifierOffset();

    /** Bytes of the qualifier; 0 if it has none. */
    int getQualifierLength();

    /** Milliseconds since 1970, or {@link HConstants#LATEST_TIMESTAMP}. */
    long getTimestamp();

    /** What the cell does. */
    Type getType();

    /** The array that contains the value. */
    byte[] getValueArray();

    /** Where the value starts in its array. */
    int getValueOffset();

    /** Bytes of the value; 0 if it has none. */
    int getValueLength();

    /** Bytes of the cell in HBase's KeyValue layout, without the length prefix. */
    int getSerializedSize();

    /** What a cell does, with HBase's names and codes. */
    enum Type {
        /** Writes a value. */
        Put(4),
        /** Deletes one version of a column. */
        Delete(8),
        /** Deletes the versions of all columns of a family that have exactly this timestamp. */
        DeleteFamilyVersion(10),
        /** Deletes all versions of a column up to a timestamp. */
        DeleteColumn(12),
        /** Deletes all columns of a family up to a timestamp. */
        DeleteFamily(14);

        private final byte code;

        Type(int code) {
            this.code = (byte) code;
        }

        /** The byte that represents it in a cell. */
        public byte getCode() {
            return code;
        }

        /**
         * The type of a code.
         *
         * @throws IllegalArgumentException if there is no type with this code
         */
        static Type of(byte code) {
            return switch (code) {
                case 4 -> Put;
                case 8 -> Delete;
                case 10 -> DeleteFamilyVersion;
                case 12 -> DeleteColumn;
                case 14 -> DeleteFamily;
                default -> throw new IllegalArgumentException("no cell type has the code " + (code & 0xff));
            };
        }
    }
}
