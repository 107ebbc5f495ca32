package io.sluice.testserver;

import java.util.List;

/**
 * What a request asks of one region.
 *
 * @param region full name of the region, see {@link TestRegion#name()}
 * @param atomic whether all of it is to be applied or nothing
 */
public record RegionRequest(String region, boolean atomic, List<Operation> operations) {}
