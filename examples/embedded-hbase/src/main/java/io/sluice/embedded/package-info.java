/**
 * A real HBase in a separate JVM, and HBase's stock client in such a JVM, through which the parent reads and
 * administers.
 *
 * <p>Depends on the JDK only. The jars of HBase and Hadoop are on the class path of the child, never of the parent; the
 * child's code is in {@code io.sluice.embedded.child}.
 */
@NullMarked
package io.sluice.embedded;

import org.jspecify.annotations.NullMarked;
