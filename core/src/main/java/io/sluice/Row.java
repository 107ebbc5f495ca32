package io.sluice;

/** Something that belongs to one row. */
public interface Row extends Comparable<Row> {

    /** The row key. Not a copy: it must not be changed. */
    byte[] getRow();

    /** Orders by the unsigned bytes of the row key alone; so 0 does not mean equal. */
    @Override
    int compareTo(Row other);
}
