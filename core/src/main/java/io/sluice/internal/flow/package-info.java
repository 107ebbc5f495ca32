/**
 * How much is sent to the servers: windows of requests by server, and shares of the budget. Knows numbers and names, not
 * batches. May use {@code roworder}, {@code locate}, {@code time} and {@code io.sluice}.
 */
@NullMarked
package io.sluice.internal.flow;

import org.jspecify.annotations.NullMarked;
