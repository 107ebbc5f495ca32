/**
 * The way to a cluster: configuration, connection, and from there to the mutators of {@code io.sluice}.
 */
@NullMarked
package io.sluice.client;

import org.jspecify.annotations.NullMarked;
