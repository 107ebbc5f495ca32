/**
 * Reading time, waiting for it, and what keeps a timer whole where the stack of a thread ends. Depends on nothing of ours.
 */
@NullMarked
package io.sluice.internal.time;

import org.jspecify.annotations.NullMarked;
