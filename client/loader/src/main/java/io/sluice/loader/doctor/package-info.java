/**
 * Diagnoses why a cluster does not answer or is slow: checks, with a suggestion for each finding. Depends on the client
 * only.
 */
@NullMarked
package io.sluice.loader.doctor;

import org.jspecify.annotations.NullMarked;
