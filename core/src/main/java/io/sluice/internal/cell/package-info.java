/**
 * The KeyValue layout: how one cell lies in the bytes that go to a region server, written, read back and checked.
 *
 * <p>A leaf: it works on byte arrays and numbers and depends on no other package of ours. The layout is that of HBase's
 * {@code KeyValueCodec}; the server checks nothing of it, so what is wrong here damages store files there.
 */
@NullMarked
package io.sluice.internal.cell;

import org.jspecify.annotations.NullMarked;
