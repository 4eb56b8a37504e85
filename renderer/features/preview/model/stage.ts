import {
  Box3,
  Color,
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Scene,
  Spherical,
  Vector3,
  WebGLRenderer,
  type Object3D,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

export type Side = 'corner' | 'top' | 'front' | 'side';

const DIRECTIONS: Readonly<Record<Side, Vector3>> = {
  corner: new Vector3(1, 0.8, 1),
  // Not exactly from above, where "up" would be undefined.
  top: new Vector3(0, 1, 0.0001),
  front: new Vector3(0, 0, 1),
  side: new Vector3(1, 0, 0),
};
/** How far one press of an arrow key turns, radians. */
const TURN = Math.PI / 24;

/**
 * The scene of one model: camera, light, orbiting by pointer and keys. It draws only when something changed. Units are
 * metres, and y is up.
 */
export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(45, 1, 0.01, 1000);
  readonly canvas: HTMLCanvasElement;
  /** Called in each frame, before it is drawn. */
  onFrame: (() => void) | null = null;
  readonly #renderer: WebGLRenderer;
  readonly #controls: OrbitControls;
  readonly #observer: ResizeObserver;
  readonly #box = new Box3();
  #isStale = true;
  #frame = 0;

  /** Null if this computer has no WebGL. */
  static open(holder: HTMLElement, onLost: () => void): Stage | null {
    try {
      return new Stage(holder, onLost);
    } catch {
      return null;
    }
  }

  private constructor(holder: HTMLElement, onLost: () => void) {
    this.#renderer = new WebGLRenderer({ antialias: true, alpha: true });
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.canvas = this.#renderer.domElement;
    this.canvas.addEventListener('webglcontextlost', onLost);
    holder.append(this.canvas);
    this.#controls = new OrbitControls(this.camera, this.canvas);
    this.#controls.addEventListener('change', this.refresh);
    const sun = new DirectionalLight(new Color('#ffffff'), 2);
    sun.position.set(3, 6, 4);
    this.scene.add(new HemisphereLight('#ffffff', '#8d8a84', 2.2), this.camera);
    this.camera.add(sun);
    this.#observer = new ResizeObserver(() => this.#resize(holder));
    this.#observer.observe(holder);
    this.#loop();
  }

  readonly refresh = (): void => {
    this.#isStale = true;
  };

  add(object: Object3D): void {
    this.scene.add(object);
    this.refresh();
  }

  /** What is fitted into the view: the whole model, or a part of it. */
  setBox(box: Box3): void {
    this.#box.copy(box);
  }

  look(side: Side): void {
    this.#from(DIRECTIONS[side]);
  }

  /** Fits the view, from the current direction. */
  fit(): void {
    this.#from(this.camera.position.clone().sub(this.#controls.target));
  }

  zoomBy(factor: number): void {
    const { target } = this.#controls;
    this.camera.position.sub(target).divideScalar(factor).add(target);
    this.#controls.update();
    this.refresh();
  }

  /** Turns by steps of the arrow keys. */
  turn(right: number, up: number): void {
    const { target } = this.#controls;
    const place = new Spherical().setFromVector3(this.camera.position.clone().sub(target));
    place.theta -= right * TURN;
    place.phi -= up * TURN;
    this.camera.position.setFromSpherical(place.makeSafe()).add(target);
    this.#controls.update();
    this.refresh();
  }

  /** Where a point of the model is on the canvas, in pixels; null if it is behind the camera. */
  project(point: Vector3): { readonly x: number; readonly y: number } | null {
    const { x, y, z } = point.clone().project(this.camera);
    if (z > 1) return null;
    const { clientWidth, clientHeight } = this.canvas;
    return { x: ((x + 1) / 2) * clientWidth, y: ((1 - y) / 2) * clientHeight };
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#observer.disconnect();
    this.#controls.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
    this.canvas.remove();
  }

  #from(direction: Vector3): void {
    const center = this.#box.getCenter(new Vector3());
    const radius = Math.max(0.001, this.#box.getSize(new Vector3()).length() / 2);
    const narrow = Math.min(1, this.camera.aspect);
    const distance = radius / Math.sin((this.camera.fov * Math.PI) / 360) / narrow;
    this.#controls.target.copy(center);
    this.camera.position.copy(center).addScaledVector(direction.clone().normalize(), distance);
    this.camera.near = radius / 500;
    this.camera.far = distance + radius * 50;
    this.camera.updateProjectionMatrix();
    this.#controls.update();
    this.refresh();
  }

  #resize({ clientWidth, clientHeight }: HTMLElement): void {
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#renderer.setSize(clientWidth, clientHeight);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.refresh();
  }

  #loop(): void {
    this.#frame = requestAnimationFrame(() => this.#loop());
    this.onFrame?.();
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#renderer.render(this.scene, this.camera);
    this.onDrawn?.();
  }

  /** Called after each drawn frame, for what lies over the canvas. */
  onDrawn: (() => void) | null = null;
}
