package io.sluice.testserver;

/**
 * A call that came to a server.
 *
 * @param nanoTime when, by {@link System#nanoTime}
 * @param connection number of the connection, from 1 for the first of the server
 * @param mutations how many it had, if it could be decoded
 * @param bytes length of its frame
 */
public record Received(Method method, long nanoTime, int connection, int mutations, int bytes) {}
