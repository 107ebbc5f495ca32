/**
 * Connecting to a cluster: configuration and connection, which makes the mutators of {@code io.sluice}.
 */
@NullMarked
package io.sluice.client;

import org.jspecify.annotations.NullMarked;
