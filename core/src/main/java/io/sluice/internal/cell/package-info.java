/**
 * The KeyValue layout of a cell in the bytes for a region server: writing, reading and checking.
 *
 * <p>A leaf: it works on byte arrays and numbers. The layout is that of HBase's {@code KeyValueCodec}; the server does not
 * check it, so a fault here damages store files there.
 */
@NullMarked
package io.sluice.internal.cell;

import org.jspecify.annotations.NullMarked;
