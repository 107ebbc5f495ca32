/**
 * How fast, how much and in which order mutations go to the servers: the order of rows, windows of requests by server,
 * shares of the budget, timestamps. Knows numbers and names, not batches. May use {@code locate}, {@code time} and
 * {@code io.sluice}.
 */
@NullMarked
package io.sluice.internal.pace;

import org.jspecify.annotations.NullMarked;
