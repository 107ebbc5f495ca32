package io.sluice.embedded;

/**
 * One cell as the stock client read it. The arrays belong to the caller.
 *
 * @param row row key
 * @param family column family
 * @param qualifier column qualifier, may be empty
 * @param timestamp milliseconds
 * @param typeCode HBase's {@code KeyValue.Type} code: 4 put, 8 delete, 12 delete column, 14 delete family, 10 delete
 *     family version
 * @param value value, may be empty
 */
@SuppressWarnings("ArrayRecordComponent") // Carries bytes, is never compared.
public record ScannedCell(byte[] row, byte[] family, byte[] qualifier, long timestamp, byte typeCode, byte[] value) {}
