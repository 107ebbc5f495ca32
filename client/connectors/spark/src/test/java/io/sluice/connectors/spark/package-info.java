/** Tests of the sink for Spark. */
@NullMarked
package io.sluice.connectors.spark;

import org.jspecify.annotations.NullMarked;
