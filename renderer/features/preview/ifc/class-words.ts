/** The usual spelling of IFC classes, which the library gives in capitals. */
const WRITTEN = `
  Project Site Building BuildingStorey BuildingElementProxy BuildingElementPart Space Wall
  WallStandardCase CurtainWall Slab SlabStandardCase Roof Covering Column ColumnStandardCase Beam
  BeamStandardCase Member MemberStandardCase Plate Footing PlateStandardCase Pile Stair StairFlight
  Ramp RampFlight Railing Door DoorStandardCase Window WindowStandardCase OpeningElement Furniture
  FurnishingElement FlowTerminal FlowSegment FlowFitting FlowController FlowMovingDevice
  FlowStorageDevice FlowTreatmentDevice EnergyConversionDevice DistributionElement
  DistributionFlowElement DistributionControlElement DistributionPort DuctSegment DuctFitting
  PipeSegment PipeFitting CableSegment CableCarrierSegment AirTerminal AirTerminalBox Boiler Chiller
  CoolingTower Coil Fan Pump Tank Valve Damper Filter HeatExchanger Sensor UnitaryEquipment
  SpaceHeater Humidifier Compressor Condenser Evaporator Controller Actuator Alarm FlowMeter
  LightFixture Outlet SwitchingDevice SanitaryTerminal ElectricAppliance ElectricDistributionBoard
  Transformer ElectricMotor ElectricGenerator FireSuppressionTerminal TransportElement ReinforcingBar
  ElementAssembly Annotation Grid`;

const BY_CAPITALS: ReadonlyMap<string, string> = new Map(
  WRITTEN.trim()
    .split(/\s+/)
    .map((name) => [`IFC${name.toUpperCase()}`, `Ifc${name}`]),
);

/** `IfcWallStandardCase` for `IFCWALLSTANDARDCASE`. Unknown classes stay in capitals. */
export function classWords(capitals: string): string {
  return BY_CAPITALS.get(capitals) ?? capitals.replace(/^IFC/, 'Ifc');
}
