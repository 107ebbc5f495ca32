/**
 * The configuration keys that are Sluice's own: their names and defaults, how their values are read, and which keys are
 * unknown. May use {@code io.sluice}, and the defaults of {@code pool}.
 */
@NullMarked
package io.sluice.internal.settings;

import org.jspecify.annotations.NullMarked;
