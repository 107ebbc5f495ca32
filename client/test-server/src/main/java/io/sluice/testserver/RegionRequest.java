package io.sluice.testserver;

import java.util.List;

/**
 * The part of a request for one region.
 *
 * @param region full name of the region, see {@link TestRegion#name()}
 * @param atomic whether to apply either all of it or nothing
 */
public record RegionRequest(String region, boolean atomic, List<Operation> operations) {}
