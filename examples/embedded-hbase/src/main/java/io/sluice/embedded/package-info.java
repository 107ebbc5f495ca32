/**
 * A real HBase in a JVM of its own, and the stock client of HBase in such a JVM as the parent's eyes and hands.
 *
 * <p>Depends on the JDK only. The jars of HBase and Hadoop are on the class path of the child, never of the parent;
 * what runs in the child is in {@code io.sluice.embedded.child}.
 */
@NullMarked
package io.sluice.embedded;

import org.jspecify.annotations.NullMarked;
