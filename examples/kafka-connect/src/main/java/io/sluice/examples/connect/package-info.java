/** The flights file through Kafka Connect; uses the connector as a worker does, by its class name. */
@NullMarked
package io.sluice.examples.connect;

import org.jspecify.annotations.NullMarked;
