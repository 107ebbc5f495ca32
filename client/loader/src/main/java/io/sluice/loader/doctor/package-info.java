/** Why a cluster does not answer, or not well: checks, and what to do about each finding. Depends on the client only. */
@NullMarked
package io.sluice.loader.doctor;

import org.jspecify.annotations.NullMarked;
