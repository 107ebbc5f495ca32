package io.sluice.internal.sync;

import io.sluice.AsyncBufferedMutator;

/** What the engine's mutators are besides the interface that programs see. */
public interface WaitableMutator extends AsyncBufferedMutator, ScopeWriter {}
