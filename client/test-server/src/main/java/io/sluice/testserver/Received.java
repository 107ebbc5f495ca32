package io.sluice.testserver;

/**
 * A call that a server received.
 *
 * @param nanoTime time of receipt, by {@link System#nanoTime}
 * @param connection number of the connection, counting from 1 for the server's first
 * @param mutations number of mutations, if it could be decoded
 * @param bytes length of its frame
 */
public record Received(Method method, long nanoTime, int connection, int mutations, int bytes) {}
