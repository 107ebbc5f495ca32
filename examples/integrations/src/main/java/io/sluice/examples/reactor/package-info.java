/** Sluice at the end of a Reactor pipeline. */
@NullMarked
package io.sluice.examples.reactor;

import org.jspecify.annotations.NullMarked;
