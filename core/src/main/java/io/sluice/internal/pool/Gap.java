package io.sluice.internal.pool;

/** Keeps the fields of a subclass two cache lines away from what lies before them in memory; subclass fields come last. */
@SuppressWarnings("UnusedVariable")
abstract class Gap {
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}
