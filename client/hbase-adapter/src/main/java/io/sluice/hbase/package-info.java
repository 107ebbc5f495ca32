/**
 * HBase's own connections and buffered mutators over Sluice, for programs that keep HBase's mutations, configuration
 * and exceptions, and change one call or one setting. Uses {@code io.sluice}, {@code io.sluice.client}, and {@code
 * hbase-client}, which the program provides.
 */
@NullMarked
package io.sluice.hbase;

import org.jspecify.annotations.NullMarked;
