/**
 * Cells and attributes of mutations in the bytes for a region server: writing, reading and checking.
 *
 * <p>A leaf: it works on byte arrays, numbers and maps of attributes. The layout of cells is that of HBase's
 * {@code KeyValueCodec}; the server does not check it, so a fault here damages store files there.
 */
@NullMarked
package io.sluice.internal.cell;

import org.jspecify.annotations.NullMarked;
