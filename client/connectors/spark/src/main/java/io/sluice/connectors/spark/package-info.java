/**
 * A sink for Spark's DataFrames, {@code format("sluice")}, over the mapping that all connectors share. Uses the Java
 * interfaces of Spark's catalog, and no Scala class.
 */
@NullMarked
package io.sluice.connectors.spark;

import org.jspecify.annotations.NullMarked;
