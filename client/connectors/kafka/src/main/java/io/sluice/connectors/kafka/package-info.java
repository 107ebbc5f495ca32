/**
 * A sink for Kafka Connect that writes with Sluice. Depends on the public packages of Sluice, on {@code
 * io.sluice.connectors}, and on the API of Kafka Connect, which the worker provides.
 */
@NullMarked
package io.sluice.connectors.kafka;

import org.jspecify.annotations.NullMarked;
